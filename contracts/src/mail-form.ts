/**
 * An address as mail servers accept it (RFC 5321): every character that needs no quotes, and
 * international endings in ASCII (xn--). Zod's own check refuses & / = % and xn--.
 */
export const mailForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i
