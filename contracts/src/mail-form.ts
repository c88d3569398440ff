/**
 * An address as mail servers take it (RFC 5321): every character that needs no quotes, and
 * endings of other alphabets in their ASCII form (xn--). Zod's own form refuses & / = % and xn--.
 */
export const mailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i
