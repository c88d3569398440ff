import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

/** The answer to a proof of work, as a browser of a customer works it out and sends it. */
export async function solveCaptcha(challenge: unknown): Promise<string> {
  const asked = challenge as Challenge
  const solution = await solveChallenge({ challenge: asked, deriveKey })

  return Buffer.from(JSON.stringify({ challenge: asked, solution })).toString('base64')
}
