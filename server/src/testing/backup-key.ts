import { generateIdentity, identityToRecipient } from 'age-encryption'

/** A backup key as age-keygen makes it: the identity decrypts, the recipient only encrypts. */
export async function newBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}
