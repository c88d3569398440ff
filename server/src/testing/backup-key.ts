import { generateIdentity, identityToRecipient } from 'age-encryption'

/**
 * A backup key pair like that of age-keygen: the identity decrypts, the recipient only encrypts.
 */
export async function newBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}
