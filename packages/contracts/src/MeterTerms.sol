// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Everything a payer's one signature binds. The EIP-712 digest of the terms is the meter's id and the nonce of
/// the ERC-3009 authorisation that opens it. Terms never change and are not stored: they travel in calldata.
struct MeterTerms {
    /// @dev The account whose deposit is held, which may stop, and which receives every refund.
    address payer;
    /// @dev Receives the charged amount, less the fee.
    address merchant;
    /// @dev The only account that may open, settle and close. It never receives anything by being the operator.
    address operator;
    /// @dev An ERC-20 token with ERC-3009's `receiveWithAuthorization` in its bytes form and 6 decimals (AUSD).
    address token;
    /// @dev Receives the fee.
    address feeRecipient;
    /// @dev Fee in basis points of the charged amount, at most 1,000.
    uint16 feeBps;
    /// @dev Price of one second in 1e-18 of a whole token. Zero is legal.
    uint128 ratePerSecond;
    /// @dev The most seconds that can ever be charged, 60 to 2,592,000 (30 days).
    uint32 maxSeconds;
    /// @dev Seconds the operator has to settle after a stop, before any account may reclaim. At most 604,800 (7 days).
    uint32 stopGrace;
    /// @dev Latest opening, exclusive, in unix seconds, at most one day ahead.
    uint40 openBy;
    /// @dev When the meter's clock ends and any account may reclaim, in unix seconds: `openBy` + `maxSeconds` at the
    /// earliest, 60 days later at the latest.
    uint40 expiry;
    /// @dev Makes the id unique: keccak256 of the ids of session and subscription, so that the signature names both.
    bytes32 salt;
}
