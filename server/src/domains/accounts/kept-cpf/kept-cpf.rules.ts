/** A CPF as it is displayed: without its first three digits and its two check digits. */
export const maskCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
