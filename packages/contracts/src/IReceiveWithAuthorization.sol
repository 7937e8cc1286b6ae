// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice The one function of ERC-3009 that the escrow calls, in the form with signature bytes that AUSD has and that
/// contract wallets need (https://eips.ethereum.org/EIPS/eip-3009).
interface IReceiveWithAuthorization {
    /// @notice Moves `value` from `from` to the caller, authorised by `from`'s signature, once per nonce.
    /// @param from The payer, whose signature this is.
    /// @param to The payee, which must be the caller.
    /// @param value Amount in base units. Zero is legal.
    /// @param validAfter Unix seconds, exclusive.
    /// @param validBefore Unix seconds, exclusive.
    /// @param nonce Any 32 bytes the payer has not used yet.
    /// @param signature ECDSA signature as r, s, v, or a signature that an ERC-1271 wallet accepts.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
