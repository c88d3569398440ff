import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN_FILE = fileURLToPath(new URL('../main.ts', import.meta.url))
type Ready = { ready: true; origin: string; env: Record<string, string> }

export type Running = Ready & {
  child: ChildProcessWithoutNullStreams
  ended: Promise<number | null>
}

/** Starts the sandbox as a separate process, as a shop does. */
export async function startProcess(
  folder: string,
  store: { origin: string },
  env: Record<string, string> = {},
): Promise<Running> {
  const childProcess = spawn(process.execPath, [MAIN_FILE], {
    env: {
      PATH: process.env['PATH'],
      SANDBOX_STATE_DIR: folder,
      STORE_ORIGINS: store.origin,
      SANDBOX_FOLLOW_PARENT: '1',
      ...env,
    },
  })

  const exitStatus = new Promise<number | null>((resolve) => childProcess.once('exit', resolve))
  let errorOutput = ''
  childProcess.stderr.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString()
  })

  const readyLine = await new Promise<string>((resolve, reject) => {
    let outputText = ''

    childProcess.stdout.on('data', (chunk: Buffer) => {
      outputText += chunk.toString()
      if (outputText.includes('\n')) resolve(outputText.split('\n')[0]!)
    })

    void exitStatus.then((code) => reject(new Error(`ended with ${code}: ${errorOutput}`)))
  })

  return { ...(JSON.parse(readyLine) as Ready), child: childProcess, ended: exitStatus }
}
