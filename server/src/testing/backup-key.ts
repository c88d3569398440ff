import { generateIdentity, identityToRecipient } from 'age-encryption'

/** A key for backups as age-keygen makes one: what opens, and what only seals. */
export async function newBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}
