import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { shopEntry, shopPort } from '../../server/src/testing/shop-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type ShopProcess = {
  child: ChildProcess
  origin: string
  /** Everything that it said on standard output and error until now. */
  said(): string
  /** Resolves when it listens; rejects with what it said when it ends before. */
  ready: Promise<void>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>
  alive(): boolean
  stop(signal?: NodeJS.Signals): Promise<void>
}

/**
 * The shop as a process of its own, with an environment and, where a test needs it, other places
 * for its output.
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

// Variables of the test run itself must not reach the shop.
function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Whether a process lives, zombies left out. */
export async function lives(pid: number): Promise<boolean> {
  const { readFile } = await import('node:fs/promises')
  return readFile(`/proc/${pid}/stat`, 'utf8').then(
    (text) => !/\) Z/.test(text),
    () => false,
  )
}

/** The processes below one, all the way down. */
export async function below(pid: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const childIds = text.trim().split(' ').filter(Boolean).map(Number)

  return [...childIds, ...(await Promise.all(childIds.map(below))).flat()]
}
