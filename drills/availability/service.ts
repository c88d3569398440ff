import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'

export type Service = {
  /**
   * Sets whether the program is restarted after it ends. True also starts a program that has ended.
   */
  keep(isKept: boolean): void
  stop(): Promise<void>
}

/**
 * A program that is restarted five seconds after it ends, like a systemd service with
 * Restart=always. Its output goes to a file.
 */
export function startService(
  [program, args]: [string, string[]],
  log: string,
  env: NodeJS.ProcessEnv = process.env,
): Service {
  let isKept = true
  let again: NodeJS.Timeout | undefined
  const output = openSync(log, 'a')

  const start = (): ChildProcess => {
    const childProcess = spawn(program, args, { stdio: ['ignore', output, output], env })
    childProcess.once('exit', () => {
      if (isKept) again = setTimeout(() => (child = start()), 5_000)
    })

    return childProcess
  }

  let child = start()
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null

  return {
    keep(next) {
      isKept = next
      clearTimeout(again)
      if (next && hasEnded()) child = start()
    },

    async stop() {
      isKept = false
      clearTimeout(again)
      if (hasEnded()) return

      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await gone
      clearTimeout(late)
    },
  }
}

/** Polls until a condition is true; the error of a timeout names the condition. */
export async function until(what: string, seconds: number, look: () => Promise<boolean>) {
  const end = Date.now() + seconds * 1000
  while (!(await look().catch(() => false))) {
    if (Date.now() > end) throw new Error(`timeout after ${seconds} s: ${what}`)
    await sleep(250)
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
