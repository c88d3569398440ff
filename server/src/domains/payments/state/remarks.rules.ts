import { paymentRemarks, type PaymentRemark } from '@chaveiro/contracts/states'

/** The remark of a payment and its note, as the database holds them. */
type Stored = { remark: PaymentRemark | null; note: string | null }

/**
 * The version before 0140 stored a remark as one of these words in the note. Its processes may run
 * beside this version, so the word is still written and read (decision 0010).
 */
const formerNotes: Readonly<Record<PaymentRemark, string>> = {
  coupon_spent: 'coupon_spent',
  customer_limit: 'customer_limit',
  customer_deleted: 'customer deleted',
  nothing_to_pay: 'nothing to pay',
}

const remarkInNote = (note: string | null): PaymentRemark | null =>
  paymentRemarks.find((remark) => formerNotes[remark] === note) ?? null

/** The remark of a payment, also when the former version wrote it. */
export const remarkOf = ({ remark, note }: Stored): PaymentRemark | null =>
  remark ?? remarkInNote(note)

/**
 * The free text of staff or of the provider about a payment; null when the note only repeats a
 * remark.
 */
export const noteOf = ({ note }: Pick<Stored, 'note'>): string | null =>
  remarkInNote(note) ? null : note

/**
 * The two columns to store. A remark without a note is written into the note as well, where the
 * version before 0140 reads it.
 */
export const storedRemark = ({ remark, note }: Stored): Stored => ({
  remark,
  note: note ?? (remark && formerNotes[remark]),
})
