/**
 * A personal value as the audit trail may keep it: enough to recognise it, not enough to contact
 * anybody.
 */
export function maskedPersonal(value: string): string {
  const [local, domain] = value.split('@')
  return domain ? `${[...local!][0] ?? ''}…@${domain}` : `${[...value][0] ?? ''}…`
}
