//! krafka behind the port protocol. Its hash alone is public; what makes a partition of it, and its assignors, are not.

use std::io::{self, BufRead, Write};

use krafka::producer::murmur2;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const MURMUR2: &str = "kafka.partitioner.murmur2";

#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase")]
enum Request {
    Start,
    Run(Run),
    Stop,
}

/// One form has a batch, the other its question beside the operation.
#[derive(Deserialize)]
struct Run {
    operation: String,
    batch: Option<Vec<Question>>,
    seq: Option<i64>,
    input: Option<Value>,
}

#[derive(Deserialize)]
struct Question {
    seq: i64,
    input: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Value(i32),
    Skipped(String),
}

#[derive(Serialize)]
struct Answer {
    seq: i64,
    #[serde(flatten)]
    outcome: Outcome,
}

fn hello() -> Value {
    json!({
        "protocol": 1,
        "name": "krafka",
        "version": "0.28.1",
        "language": "rust",
        "operations": [MURMUR2],
        "lines": ["kafka-clients 4.4.0"],
    })
}

fn bytes(input: &Value) -> Result<Vec<u8>, String> {
    let digits = input["bytes"].as_str().ok_or("the input has no `bytes`")?;
    (0..digits.len())
        .step_by(2)
        .map(|i| digits.get(i..i + 2).and_then(|two| u8::from_str_radix(two, 16).ok()))
        .collect::<Option<_>>()
        .ok_or_else(|| format!("`bytes` is not hexadecimal: {digits}"))
}

fn answer(operation: &str, question: &Question) -> Result<Answer, String> {
    let outcome = if operation == MURMUR2 {
        // The same 32 bits; Java has no unsigned type for them.
        Outcome::Value(murmur2(&bytes(&question.input)?).cast_signed())
    } else {
        Outcome::Skipped(format!("{operation} is not claimed"))
    };
    Ok(Answer { seq: question.seq, outcome })
}

fn questions(run: &mut Run) -> Result<Vec<Question>, String> {
    if let Some(batch) = run.batch.take() {
        return Ok(batch);
    }
    match (run.seq, run.input.take()) {
        (Some(seq), Some(input)) => Ok(vec![Question { seq, input }]),
        _ => Err("a `run` has neither a batch nor seq and input".to_owned()),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut output = io::BufWriter::with_capacity(1 << 20, io::stdout().lock());
    for line in io::stdin().lock().lines() {
        match serde_json::from_str(&line?)? {
            Request::Start => writeln!(output, "{}", hello())?,
            Request::Run(mut run) => {
                for question in questions(&mut run)? {
                    serde_json::to_writer(&mut output, &answer(&run.operation, &question)?)?;
                    output.write_all(b"\n")?;
                }
            }
            Request::Stop => break,
        }
        output.flush()?;
    }
    Ok(())
}
