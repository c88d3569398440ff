import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { shopEntry, shopPort } from '../../server/src/testing/shop-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type ShopProcess = {
  child: ChildProcess
  origin: string
  /** All output so far, standard output and standard error. */
  said(): string
  /** Resolves when the process listens; rejects with its output if it ends before that. */
  ready: Promise<void>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>
  alive(): boolean
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Starts the shop as a process with this environment; `stdio` redirects its output if a test needs
 * that.
 */
export async function startProcess(
  env: NodeJS.ProcessEnv,
  { command, ...options }: SpawnOptions & { command?: string[] } = {},
): Promise<ShopProcess> {
  const port = env.PORT ?? String(await shopPort())
  const [program, ...args] = command ?? [process.execPath, shopEntry()]
  const begun = Date.now()

  const child = spawn(program!, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: root,
    ...options,
    env: { ...cleanEnv(), NODE_NO_WARNINGS: '1', PORT: port, CAPTCHA_COST: '1', ...env },
  })

  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => void (said += chunk))

  const ended = once(child, 'exit').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ms: Date.now() - begun,
  }))

  const origin = `http://127.0.0.1:${port}`
  const alive = () => child.exitCode === null && child.signalCode === null

  const listening = async () => {
    while (alive()) {
      if (
        await fetch(`${origin}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return
      await sleep(50)
    }
    throw new Error(`the shop ended: ${said}`)
  }

  const ready = listening()
  ready.catch(() => {})

  return {
    child,
    origin,
    said: () => said,
    ready,
    ended,
    alive,
    async stop(signal = 'SIGKILL') {
      if (alive()) child.kill(signal)
      await ended
    },
  }
}

// The shop must not inherit variables of the test run.
function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Whether a process is alive; a zombie is not. */
export async function lives(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises')
  return readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => !/\) Z/.test(text),
    () => false,
  )
}

/** All descendants of a process. */
export async function below(pid: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const childIds = text.trim().split(' ').filter(Boolean).map(Number)

  return [...childIds, ...(await Promise.all(childIds.map(below))).flat()]
}
