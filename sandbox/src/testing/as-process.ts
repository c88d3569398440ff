import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
type Ready = { ready: true; origin: string; env: Record<string, string> }

export type Running = Ready & {
  child: ChildProcessWithoutNullStreams
  ended: Promise<number | null>
}

/** Start the sandbox as a process of its own, as a shop does. */
export async function startProcess(
  folder: string,
  store: { origin: string },
  env: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      SANDBOX_STATE_DIR: folder,
      STORE_ORIGINS: store.origin,
      SANDBOX_FOLLOW_PARENT: '1',
      ...env,
    },
  })

  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })

  const line = await new Promise<string>((resolve, reject) => {
    let text = ''

    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text.split('\n')[0]!)
    })

    void ended.then((code) => reject(new Error(`ended with ${code}: ${errors}`)))
  })

  return { ...(JSON.parse(line) as Ready), child, ended }
}
