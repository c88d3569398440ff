/** A name derived from a mail address, such as Ana Souza from ana.souza@…; '' if there is none. */
export function nameFrom(email: string): string {
  const nameParts = (email.split('@')[0] ?? '')
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .map((word) => word.replace(/[^\p{L}]/gu, ''))
    .filter((word) => word.length > 1)
  return nameParts.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()).join(' ')
}
