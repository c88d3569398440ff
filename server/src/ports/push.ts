/** The push subscription of a browser: the URL for messages, and the browser's keys. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The shop's key pair, and the contact address that push services get. */
export type PushIdentity = { publicKey: string; privateKey: string; subject: string }

export type PushMessage = {
  text: string
  /** Only the last of several waiting messages of a topic is delivered. */
  topic: string
  /** How long the push service stores the message for a device that is off. */
  seconds: number
}

/**
 * sent: the push service accepted the message. gone: the device is no longer registered. later:
 * retry after this number of seconds. refused: the message is never accepted.
 */
export type PushResult =
  | { kind: 'sent' | 'gone' }
  | { kind: 'later'; seconds: number | null; reason: string }
  | { kind: 'refused'; reason: string }

/** Sends messages to browsers. */
export type PushSender = {
  /** Whether an endpoint is at a public URL; the shop calls no other. */
  accepts(endpoint: string): boolean
  send(to: PushAddress, message: PushMessage, identity: PushIdentity): Promise<PushResult>
}
