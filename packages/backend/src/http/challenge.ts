/**
 * What a 401 asks for (RFC 9110, section 11.6.1), in the words of RFC 6750, section 3: what was shown is no valid token, and of nothing
 * shown nothing is said. Why it is not valid, the envelope's `code` tells.
 */
export function challenge(showedCredential: boolean): string {
  return showedCredential ? 'Bearer realm="per-second", error="invalid_token"' : 'Bearer realm="per-second"'
}
