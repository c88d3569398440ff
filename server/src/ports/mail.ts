export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  messageId?: string
  /** The address for replies; by default replies go to the sender. */
  replyTo?: string | undefined
  headers?: Record<string, string>
  attachments?: { fileName: string; content: Buffer; contentType: string }[] | undefined
}

/** Sends mail; throws when the server refuses a mail. */
export type Mailer = {
  /** Throws AddressRefused and MailTooLarge where a retry would fail as well. */
  send(mail: Mail): Promise<void>
  /** Throws when the server would refuse our mail now; sends no mail. */
  check(): Promise<void>
  close(): void
}

/** The receiver's server refuses this address for good. `reply` holds its codes only. */
export class AddressRefused extends Error {
  readonly reply: string

  constructor(reply: string) {
    super(`the mail server refuses the address (${reply})`)
    this.name = 'AddressRefused'
    this.reply = reply
  }
}

/** The mail is larger than the server accepts. */
export class MailTooLarge extends Error {
  constructor() {
    super('the mail is larger than the mail server takes')
    this.name = 'MailTooLarge'
  }
}
