import { beforeEach, type RunnerTestFile, type RunnerTestSuite } from 'vitest'

// Skips the rest of a file after its first failed test. One failure is enough for scripts/faults,
// and each further failing test would wait for its timeout.

const hasFailed = ({ tasks }: RunnerTestFile | RunnerTestSuite): boolean =>
  tasks.some((task) => (task.type === 'suite' ? hasFailed(task) : task.result?.state === 'fail'))

beforeEach(({ task, skip }) => skip(hasFailed(task.file), 'a test of this file failed'))
