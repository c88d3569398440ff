export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  messageId?: string
  /** Where an answer goes; to the sender without it. */
  replyTo?: string | undefined
  headers?: Record<string, string>
  attachments?: { fileName: string; content: Buffer; contentType: string }[] | undefined
}

/** A way to send mail; throws when the server does not take it. */
export type Mailer = {
  /** Throws AddressRefused and MailTooLarge where another try would end alike. */
  send(mail: Mail): Promise<void>
  /** Throws when the server would not take a mail of ours now; sends none. */
  check(): Promise<void>
  close(): void
}

/** The receiver's server takes no mail for this address, for good. `reply` is its codes alone. */
export class AddressRefused extends Error {
  readonly reply: string

  constructor(reply: string) {
    super(`the mail server refuses the address (${reply})`)
    this.name = 'AddressRefused'
    this.reply = reply
  }
}

/** The mail has more bytes than the server takes. */
export class MailTooLarge extends Error {
  constructor() {
    super('the mail is larger than the mail server takes')
    this.name = 'MailTooLarge'
  }
}
