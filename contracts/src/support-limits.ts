/**
 * Limits of customers in the shop's support; separate from limits.ts, which every visitor loads.
 */
export const supportLimits = {
  subject: 200,
  text: 5000,
  /** Files of one message, and bytes of one file. */
  files: 5,
  fileBytes: 5 * 1024 * 1024,
  fileName: 120,
  /** Longest side of a re-encoded picture: a screenshot stays readable. */
  pictureSide: 2560,
  openTickets: 5,
  messagesAnHour: 20,
  /** Bytes of one person's mails in a day, the newest included; a single mail has 15 MB at most. */
  mailBytesADay: 60 * 1024 * 1024,
  uploadsAnHour: 60,
  /** Uploaded files of a person that are not part of a message yet. */
  waitingFiles: 15,
  waitingHours: 24,
  reopenDays: 14,
  /** Seconds in which further answers join the same mail. */
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
