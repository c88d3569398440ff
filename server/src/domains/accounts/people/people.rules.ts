/**
 * A personal value as the audit trail may store it: recognisable, but not enough to contact the
 * person.
 */
export function maskedPersonal(value: string): string {
  const [local, domain] = value.split('@')
  return domain ? `${[...local!][0] ?? ''}…@${domain}` : `${[...value][0] ?? ''}…`
}
