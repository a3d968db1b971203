package io.jarparity.flink;

import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;

/** {@link DataOutput}, as the line has it. */
interface LineOutput<T> extends DataOutput<T> {}
