import { clockTasks } from '../jobs/schedule.ts'
import type { App } from '../platform/app.ts'

/** Run what the clock runs under a name: a task that nothing starts is no task. */
export async function byClock(app: App, name: string): Promise<void> {
  const task = clockTasks(app).find((clockTask) => clockTask.name === name)
  if (!task) throw new Error(`the clock has no task "${name}"`)

  await task.run()
}
