import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

import { Refusal } from './command.ts'

/**
 * Reads a secret from the terminal, unseen and typed twice. Without a terminal, reads the first
 * line of standard input. A secret never comes from an argument, because every user of the machine
 * can read arguments.
 */
export async function askSecret(what: string, say: (text: string) => void): Promise<string> {
  if (!process.stdin.isTTY) return readFirstLine()

  const firstEntry = await readUnseen(`${what}: `, say)
  const secondEntry = await readUnseen(`${what}, once more: `, say)
  if (firstEntry !== secondEntry) throw new Refusal('the two entries differ; nothing was changed')

  return firstEntry
}

async function readFirstLine(): Promise<string> {
  const inputLines = createInterface({ input: process.stdin })
  try {
    for await (const line of inputLines) return line
    return ''
  } finally {
    inputLines.close()
  }
}

async function readUnseen(question: string, say: (text: string) => void): Promise<string> {
  say(question)
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const inputLines = createInterface({ input: process.stdin, output: silentOutput, terminal: true })

  try {
    // On Ctrl+C and Ctrl+D, readline emits 'close'.
    return await new Promise<string>((done, stop) => {
      inputLines.once('line', done)
      inputLines.once('close', () => stop(new Refusal('stopped; nothing was changed')))
    })
  } finally {
    inputLines.close()
  }
}
