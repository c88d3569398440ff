/**
 * An address as mail servers take it (RFC 5321): every sign that may stand there without quotes, and
 * endings of other alphabets as they are written there (xn--). Zod's own form refuses & / = % and xn--.
 */
export const mailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i
