// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";
import {SignerEIP7702} from "@openzeppelin/contracts/utils/cryptography/signers/SignerEIP7702.sol";

/// @notice OpenZeppelin's smart account as far as signing goes: one owner, nested signatures (ERC-7739).
contract Erc7739Wallet is ERC7739, SignerECDSA {
    constructor(address owner) EIP712("Wallet", "1") SignerECDSA(owner) {}
}

/// @notice The same as code of an EIP-7702 account: it refuses the account's own plain signature by ERC-1271.
contract Erc7739Delegate is ERC7739, SignerEIP7702 {
    constructor() EIP712("Delegate", "1") {}
}
