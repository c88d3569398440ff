/** What a customer may say and send in the shop's support; apart from limits.ts, which every visitor loads. */
export const supportLimits = {
  subject: 200,
  text: 5000,
  /** Files of one message, and bytes of one file. */
  files: 5,
  fileBytes: 5 * 1024 * 1024,
  fileName: 120,
  /** Longest side to which a picture is drawn anew: a screenshot stays readable. */
  pictureSide: 2560,
  openTickets: 5,
  messagesAnHour: 20,
  /** Of one person's mails, with the newest one; a mail itself has 15 MB at most. */
  mailBytesADay: 60 * 1024 * 1024,
  uploadsAnHour: 60,
  /** Files that were sent up and not yet said with a message: only so many of a person are kept. */
  waitingFiles: 15,
  waitingHours: 24,
  reopenDays: 14,
  /** How long an answer waits for others before its mail goes. */
  mailSeconds: 60,
  savedReplies: 200,
  replyTitle: 80,
} as const

export const supportFileTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const
