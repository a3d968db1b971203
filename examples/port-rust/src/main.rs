//! A port in Rust: a JSON line in, a JSON line out. Put your client's own functions in the place of murmur2.
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

const M: u32 = 0x5bd1_e995;

fn murmur2(data: &[u8]) -> i32 {
    let mut h = 0x9747_b28c ^ data.len() as u32;
    let words = data.chunks_exact(4);
    let rest = words.remainder();
    for word in words {
        let k = u32::from_le_bytes(word.try_into().unwrap()).wrapping_mul(M);
        h = h.wrapping_mul(M) ^ (k ^ k >> 24).wrapping_mul(M);
    }
    for (i, byte) in rest.iter().enumerate() {
        h ^= u32::from(*byte) << (8 * i);
    }
    if !rest.is_empty() {
        h = h.wrapping_mul(M);
    }
    h = (h ^ h >> 13).wrapping_mul(M);
    (h ^ h >> 15) as i32
}

fn bytes(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

fn answered(operation: &str, asked: &Value) -> Value {
    let (seq, input) = (&asked["seq"], &asked["input"]);
    let hash = murmur2(&bytes(input["bytes"].as_str().unwrap()));
    if operation == "kafka.partitioner.murmur2" {
        return json!({"seq": seq, "value": hash});
    }
    match input["partitions"].as_i64().unwrap() {
        0 => json!({"seq": seq, "error": {"kind": "ArithmeticException"}}),
        partitions => json!({"seq": seq, "value": i64::from(hash & 0x7fff_ffff) % partitions}),
    }
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        match asked["cmd"].as_str() {
            Some("stop") => break,
            Some("start") => writeln!(out, "{}", json!({
                "protocol": 1, "name": "port-rust", "version": "1.0.0", "language": "rust",
                "operations": ["kafka.partitioner.murmur2", "kafka.partitioner.partition-for-key"], "lines": ["*"],
            }))?,
            _ => {
                let operation = asked["operation"].as_str().unwrap();
                match asked["batch"].as_array() {
                    Some(batch) => for one in batch { writeln!(out, "{}", answered(operation, one))? },
                    None => writeln!(out, "{}", answered(operation, &asked))?,
                }
            }
        }
        out.flush()?;
    }
    Ok(())
}
