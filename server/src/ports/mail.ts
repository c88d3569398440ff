export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  messageId?: string
  /** Where an answer goes; to the sender without it. */
  replyTo?: string | undefined
  headers?: Record<string, string>
  attachments?: { fileName: string; content: Buffer; contentType: string }[]
}

/** A way to send mail; throws when the server does not take it. */
export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Throws when the server would not take a mail of ours now; sends none. */
  check(): Promise<void>
  close(): void
}
