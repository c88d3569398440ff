import { beforeEach, type RunnerTestFile, type RunnerTestSuite } from 'vitest'

// For scripts/faults, to which one failure of a file says enough: each more would wait for what
// never comes.

const hasFailed = ({ tasks }: RunnerTestFile | RunnerTestSuite): boolean =>
  tasks.some((task) => (task.type === 'suite' ? hasFailed(task) : task.result?.state === 'fail'))

beforeEach(({ task, skip }) => skip(hasFailed(task.file), 'a test of this file failed'))
