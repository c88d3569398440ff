/**
 * The URL to which a hosted page may send the buyer: only our own origin and known paths, else the
 * default (Q61, D004).
 */
export function returnUrl(
  requestedUrl: string | undefined,
  publicUrl: string,
  fallback: string,
): string {
  const allowedPaths = ['/status', '/success', '/failed', '/checkout']
  const shopOrigin = new URL(publicUrl)
  if (!requestedUrl || /[\\\s]/.test(requestedUrl) || !URL.canParse(requestedUrl))
    return `${shopOrigin.origin}${fallback}`

  const parsedUrl = new URL(requestedUrl)
  if (
    parsedUrl.origin !== shopOrigin.origin ||
    parsedUrl.username ||
    parsedUrl.password ||
    !allowedPaths.includes(parsedUrl.pathname)
  )
    return `${shopOrigin.origin}${fallback}`

  return parsedUrl.pathname === '/checkout'
    ? `${shopOrigin.origin}/checkout`
    : `${shopOrigin.origin}${parsedUrl.pathname}?session_id={CHECKOUT_SESSION_ID}`
}
