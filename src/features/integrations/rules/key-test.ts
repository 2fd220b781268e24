/** What a key test says about what the service answered (PRT-080); `status` is null where it did not answer. */
export const keyTestOf = (service: string, failure: { status: number | null; message: string } | null) => {
  if (!failure) return { is_accepted: true, message: `${service} accepted the key.` }
  const { status, message } = failure
  if (status === 401 || status === 403)
    return {
      is_accepted: false,
      message: `${service} refused the key: ${message} Copy the key from your ${service} account again and save it.`,
    }
  if (status === null)
    return { is_accepted: false, message: `${service} did not answer. Your key is saved; please try again later.` }
  return {
    is_accepted: false,
    message: `${service} could not check the key now (${status}). Your key is saved; please try again later.`,
  }
}
