/** A CPF as it is shown: without its first three digits and the two that check it. */
export const maskCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
