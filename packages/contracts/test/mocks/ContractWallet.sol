// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @notice An ERC-1271 wallet that accepts its one owner's signatures, with a prefix that no plain key would use.
contract ContractWallet is IERC1271 {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 66 || signature[0] != 0x01) return 0xffffffff;
        (address recovered,,) = ECDSA.tryRecoverCalldata(digest, signature[1:]);
        return recovered == _owner ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// @notice A delegate that an EIP-7702 account may have: code without ERC-1271.
contract DelegateWithoutErc1271 {
    receive() external payable {}
}
