import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

import { Refusal } from './command.ts'

/**
 * A secret from the terminal, unseen and typed twice; where there is no terminal, the first line of
 * standard input. It is no argument, since every user of the machine reads those.
 */
export async function askSecret(what: string, say: (text: string) => void): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()

  const typed = await unseen(`${what}: `, say)
  const again = await unseen(`${what}, once more: `, say)
  if (typed !== again) throw new Refusal('the two differ; nothing was changed')

  return typed
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
  }
}

async function unseen(question: string, say: (text: string) => void): Promise<string> {
  say(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })

  try {
    // Ctrl+C and Ctrl+D close it.
    return await new Promise<string>((done, stop) => {
      lines.once('line', done)
      lines.once('close', () => stop(new Refusal('stopped; nothing was changed')))
    })
  } finally {
    lines.close()
  }
}
