import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { expect } from 'vitest'

// While watchers are recorded (scripts/watchers), each test file records the parts of the app that
// its pages ran: screen tests each function, journeys each loaded script.

const folder = process.env.CHAVEIRO_RECORD

/** Starts to count the functions that a window calls. */
export async function startRecording(session: CDPSession): Promise<void> {
  if (!folder) return

  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
}

/** Records the functions that a window called since the previous recording. */
export async function recordCalls(session: CDPSession): Promise<void> {
  if (!folder) return

  const { result } = await session.send('Profiler.takePreciseCoverage')
  const pages: Record<string, number[]> = {}

  for (const { url, functions } of result) {
    const script = scriptOf(url)
    if (!script) continue

    const places = functions.flatMap(({ ranges: [range] }) =>
      range!.count > 0 && range!.startOffset > 0 ? [range!.startOffset] : [],
    )
    pages[script] = [...(pages[script] ?? []), ...places]
  }

  note({ pages })
}

/** Records the scripts that the windows of a journey load. */
export function recordScripts(context: BrowserContext): void {
  if (!folder) return

  const scripts = new Set<string>()

  context.on('response', (response) => {
    const script = scriptOf(response.url())
    if (!script || scripts.has(script)) return

    scripts.add(script)
    note({ scripts: [script] })
  })
}

const scriptOf = (url: string): string | undefined => /\/(assets\/[^/?]+\.js)/.exec(url)?.[1]

function note(seen: object): void {
  const line = JSON.stringify({ test: expect.getState().testPath, ...seen })
  appendFileSync(join(folder!, `pages-${process.pid}-${threadId}.jsonl`), `${line}\n`)
}
