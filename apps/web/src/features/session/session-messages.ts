/** Texts of spec §8 that aren't server codes: only this page knows what it was doing. */
export const sessionMessages = {
  profileAfterSignIn: "Failed to load user data. Please try signing in again.",
  profileAfterRegistration: "Account created but failed to set up user profile. Please try signing in again.",
  profileAfterGoogle: "We couldn't load your profile after signing in with Google. Please try again.",
  profileOfNewGoogleAccount:
    "Your account was created, but we couldn't finish loading it. Please try signing in again.",
  signOut: "Failed to sign out. Please try again.",
} as const;
