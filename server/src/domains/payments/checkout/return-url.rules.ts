/**
 * The address to which a hosted page may send the buyer: only our own origin and known paths, else
 * the default (Q61, D004).
 */
export function returnUrl(
  requestedUrl: string | undefined,
  publicUrl: string,
  fallback: string,
): string {
  const allowedPaths = ['/status', '/success', '/failed', '/checkout']
  const home = new URL(publicUrl)
  if (!requestedUrl || /[\\\s]/.test(requestedUrl) || !URL.canParse(requestedUrl))
    return `${home.origin}${fallback}`

  const url = new URL(requestedUrl)
  if (
    url.origin !== home.origin ||
    url.username ||
    url.password ||
    !allowedPaths.includes(url.pathname)
  )
    return `${home.origin}${fallback}`

  return url.pathname === '/checkout'
    ? `${home.origin}/checkout`
    : `${home.origin}${url.pathname}?session_id={CHECKOUT_SESSION_ID}`
}
