/**
 * The address to which a hosted page may send the buyer: only our own origin and known paths, else
 * the default (Q61, D004).
 */
export function returnUrl(wanted: string | undefined, publicUrl: string, fallback: string): string {
  const allowed = ['/status', '/success', '/failed', '/checkout']
  const home = new URL(publicUrl)
  if (!wanted || /[\\\s]/.test(wanted) || !URL.canParse(wanted)) return `${home.origin}${fallback}`

  const url = new URL(wanted)
  if (url.origin !== home.origin || url.username || url.password || !allowed.includes(url.pathname))
    return `${home.origin}${fallback}`

  return url.pathname === '/checkout'
    ? `${home.origin}/checkout`
    : `${home.origin}${url.pathname}?session_id={CHECKOUT_SESSION_ID}`
}
