import { clockTasks } from '../jobs/schedule.ts'
import type { App } from '../platform/app.ts'

/** Runs a scheduled task by its name; throws when there is no task with this name. */
export async function byClock(app: App, name: string): Promise<void> {
  const task = clockTasks(app).find((clockTask) => clockTask.name === name)
  if (!task) throw new Error(`the clock has no task "${name}"`)

  await task.run()
}
