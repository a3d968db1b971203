import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.StateAssignmentOperation;
import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Which in-flight records of a keyed exchange no subtask keeps when an unaligned checkpoint is restored with another
 * parallelism.
 *
 * <p>Records of a key group are in the channel state of its old owner. The new owner gets them only if
 * SubtaskStateMapper.RANGE tells it to read that old subtask; every other that reads it drops them. Three Flink classes
 * are asked, and nothing else is computed: for the new owner, StateAssignmentOperation.createKeyGroupPartitions; for the
 * old one, KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup; for who reads whom, SubtaskStateMapper.RANGE.
 *
 * <p>java -cp "flink-runtime-2.3.0.jar:flink-core-2.3.0.jar:..." Repro.java
 *
 * <p>Ends with 3 where a key group's records are read by no subtask, else with 0.
 */
public class Repro {
    public static void main(String[] args) {
        boolean faulty = false;
        System.out.println("max parallelism 195, parallelism 187 to 195: " + lost(195, 187, 195));
        System.out.println("max parallelism 600, parallelism 179 to 200: " + lost(600, 179, 200));
        for (int max : new int[] {128, 194, 195, 240, 256}) {
            int changes = 0;
            int lossy = 0;
            for (int old = 1; old <= max; old++) {
                for (int now = 1; now <= max; now++) {
                    changes++;
                    lossy += lost(max, old, now).isEmpty() ? 0 : 1;
                }
            }
            System.out.println("changes of parallelism, max parallelism " + max + ": " + lossy + " of " + changes
                + " lose records");
            faulty |= lossy > 0;
        }
        System.exit(faulty ? 3 : 0);
    }

    /** Key groups whose old owner's records their new owner doesn't read. */
    private static List<String> lost(int max, int old, int now) {
        List<String> lost = new ArrayList<>();
        List<KeyGroupRange> owned = StateAssignmentOperation.createKeyGroupPartitions(max, now);
        for (int subtask = 0; subtask < now; subtask++) {
            int[] read = SubtaskStateMapper.RANGE.getOldSubtasks(subtask, old, now);
            int first = read[0];
            int last = read[read.length - 1]; // they are consecutive
            KeyGroupRange its = owned.get(subtask);
            for (int group = its.getStartKeyGroup(); group <= its.getEndKeyGroup(); group++) {
                int before = KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(max, old, group);
                if (before < first || before > last) {
                    lost.add("key group " + group + " of new subtask " + subtask + " was with old subtask " + before
                        + ", and it reads " + first + (first == last ? "" : " to " + last));
                }
            }
        }
        return lost;
    }
}
