import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']

/** Solves a proof of work and encodes the solution as a browser sends it. */
export async function solveCaptcha(challenge: unknown): Promise<string> {
  const typedChallenge = challenge as Challenge
  const solution = await solveChallenge({ challenge: typedChallenge, deriveKey })

  return Buffer.from(JSON.stringify({ challenge: typedChallenge, solution })).toString('base64')
}
