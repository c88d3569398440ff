/** The address of a browser for messages, and its keys. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The shop's key pair and its contact address. */
export type PushIdentity = { publicKey: string; privateKey: string; subject: string }

export type PushMessage = {
  text: string
  /** Only the last of several waiting messages of a topic is delivered. */
  topic: string
  /** How long it is worth telling. */
  seconds: number
}

/**
 * sent: the push service has it. gone: the device is no longer there. later: to be tried again, not
 * before so many seconds. refused: it will never be taken.
 */
export type PushResult =
  | { kind: 'sent' | 'gone' }
  | { kind: 'later'; seconds: number | null; reason: string }
  | { kind: 'refused'; reason: string }

/** Where messages to browsers go. */
export type PushSender = {
  /** Whether an address is one that the shop calls at all. */
  accepts(endpoint: string): boolean
  send(to: PushAddress, message: PushMessage, identity: PushIdentity): Promise<PushResult>
}
