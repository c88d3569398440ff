/**
 * The licences beside whose keys a guide is offered: the first of each product in a list, since all
 * its keys are activated alike.
 */
export function guidedLicences(
  units: readonly { productName: string; licenseId: string | null }[],
): ReadonlySet<string> {
  const first = new Map<string, string>()
  for (const { productName, licenseId } of units)
    if (licenseId !== null && !first.has(productName)) first.set(productName, licenseId)

  return new Set(first.values())
}
