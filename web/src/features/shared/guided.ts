/**
 * Licences that show a guide: the first of each product in a list, since all its keys are activated
 * alike.
 */
export function guidedLicences(
  units: readonly { productName: string; licenseId: string | null }[],
): ReadonlySet<string> {
  const firstLicences = new Map<string, string>()
  for (const { productName, licenseId } of units)
    if (licenseId !== null && !firstLicences.has(productName))
      firstLicences.set(productName, licenseId)

  return new Set(firstLicences.values())
}
