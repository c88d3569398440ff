import { clockTasks } from '../jobs/schedule.ts'
import type { App } from '../platform/app.ts'

/** Runs a clock task by its name; throws for a task that the clock would never start. */
export async function byClock(app: App, name: string): Promise<void> {
  const task = clockTasks(app).find((clockTask) => clockTask.name === name)
  if (!task) throw new Error(`the clock has no task "${name}"`)

  await task.run()
}
